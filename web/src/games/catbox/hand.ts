/** What stands in front of a seat, ready to be shown: its cards and the one under its fish. */
import { t } from "../../lib/texts.svelte";
import type { Choice, Edition, Position } from "./position";
import { publicOf, secretOf, type Picture } from "./cards";
import { pictureName } from "./words";

export interface Shown {
  key: string;
  picture: Picture | null;
  outside: Picture | null;
  label: string;
  held: boolean;
  choice: Choice | null;
  /** It was chosen, and lies here until it is laid. */
  chosen: boolean;
  fly: string | undefined;
}

/** What can be done with the cards of all players. */
export interface Handling {
  edition: Edition;
  frozen: boolean;
  isPicked: (card: Shown) => boolean;
  use: (card: Shown, keys: boolean) => void;
  drag: (card: Shown, x: number, y: number, dropped: boolean) => void;
}

interface Asked {
  position: Position;
  edition: Edition;
  seat: number;
  /** Whose eyes these are. */
  me: number | null;
  name: string;
  choices: Choice[];
  /** Whether a fish is looking for a card. */
  fishing: boolean;
}

function choiceOf({ choices, seat, fishing }: Asked, slot: number): Choice | null {
  const found = choices.find(({ asked }) =>
    fishing
      ? asked.do === "token" && asked.token === "fish" && asked.from === seat && asked.slot === slot
      : asked.do === "card" && asked.from === seat && asked.slot === slot,
  );
  return found ?? null;
}

export function shownOf(all: Asked): Shown[] {
  const { position, edition, seat, me, name, choices, fishing } = all;
  const { chosen, to_move } = position;
  const mine = seat === me;
  const leaving = (is: boolean, card: number | null | undefined): string | undefined =>
    typeof card !== "number" || (is && to_move === me) ? undefined : `card-${card}`;
  const hand = (position.hands[seat] ?? []).map((card, slot): Shown => {
    const outside = publicOf(edition, card);
    const secret = mine ? secretOf(edition, card) : null;
    const is = chosen?.do === "card" && chosen.from === seat && chosen.slot === slot;
    const label = mine
      ? t("catbox.card.mine", {
          slot: slot + 1,
          secret: pictureName(secret),
          public: pictureName(outside),
        })
      : t("catbox.card.theirs", { slot: slot + 1, name, public: pictureName(outside) });
    return {
      key: `hand-${card?.card ?? slot}`,
      picture: secret ?? outside,
      outside: secret ? outside : null,
      label,
      held: false,
      choice: choiceOf(all, slot),
      chosen: is,
      fly: leaving(is, card?.card),
    };
  });
  const held = (position.held[seat] ?? []).map((card, slot): Shown => {
    const picture = publicOf(edition, card);
    const is = chosen?.do === "held" && to_move === seat;
    return {
      key: "held",
      picture,
      outside: null,
      label: t("catbox.card.held", { name, shows: pictureName(picture) }),
      held: true,
      choice:
        (mine && !fishing && choices.find(({ asked }) => asked.do === "held" && asked.slot === slot)) ||
        null,
      chosen: is,
      fly: leaving(is, card?.card),
    };
  });
  return [...hand, ...held];
}
