/** The cards in front of a seat, ready to be shown: the hand, and the card under the fish. */
import { t } from "../../lib/texts.svelte";
import type { Choice } from "./choices";
import type { Edition, Position } from "./position";
import { publicOf, secretOf, type Picture } from "./cards";
import { pictureLabel } from "./labels";

export interface ShownCard {
  key: string;
  picture: Picture | null;
  /** The side the others see, if `picture` is another one. */
  publicSide: Picture | null;
  label: string;
  held: boolean;
  choice: Choice | null;
  /** Whether it was chosen to be placed next. */
  chosen: boolean;
  fly: string | undefined;
}

/** What players can do with the shown cards. */
export interface CardActions {
  edition: Edition;
  frozen: boolean;
  isPicked: (card: ShownCard) => boolean;
  use: (card: ShownCard, keys: boolean) => void;
  drag: (card: ShownCard, x: number, y: number, dropped: boolean) => void;
}

interface HandQuery {
  position: Position;
  edition: Edition;
  seat: number;
  /** The seat of the viewer. */
  me: number | null;
  name: string;
  choices: Choice[];
  /** Whether the player is choosing a card for a fish token. */
  fishing: boolean;
}

function choiceOf({ choices, seat, fishing }: HandQuery, slot: number): Choice | null {
  const found = choices.find(({ parsed }) =>
    fishing
      ? parsed.do === "token" && parsed.token === "fish" && parsed.from === seat && parsed.slot === slot
      : parsed.do === "card" && parsed.from === seat && parsed.slot === slot,
  );
  return found ?? null;
}

export function shownCards(all: HandQuery): ShownCard[] {
  const { position, edition, seat, me, name, choices, fishing } = all;
  const { chosen, to_move } = position;
  const mine = seat === me;
  /** The `data-fly` key of a card; a card that the player is placing has none. */
  const flyKey = (isChosen: boolean, card: number | null | undefined): string | undefined =>
    typeof card !== "number" || (isChosen && to_move === me) ? undefined : `card-${card}`;
  const hand = (position.hands[seat] ?? []).map((card, slot): ShownCard => {
    const publicSide = publicOf(edition, card);
    const secret = mine ? secretOf(edition, card) : null;
    const isChosen = chosen?.do === "card" && chosen.from === seat && chosen.slot === slot;
    const label = mine
      ? t("catbox.card.mine", {
          slot: slot + 1,
          secret: pictureLabel(secret),
          public: pictureLabel(publicSide),
        })
      : t("catbox.card.theirs", { slot: slot + 1, name, public: pictureLabel(publicSide) });
    return {
      key: `hand-${card?.card ?? slot}`,
      picture: secret ?? publicSide,
      publicSide: secret ? publicSide : null,
      label,
      held: false,
      choice: choiceOf(all, slot),
      chosen: isChosen,
      fly: flyKey(isChosen, card?.card),
    };
  });
  const held = (position.held[seat] ?? []).map((card, slot): ShownCard => {
    const picture = publicOf(edition, card);
    const isChosen = chosen?.do === "held" && to_move === seat;
    return {
      key: "held",
      picture,
      publicSide: null,
      label: t("catbox.card.held", { name, shows: pictureLabel(picture) }),
      held: true,
      choice:
        (mine && !fishing && choices.find(({ parsed }) => parsed.do === "held" && parsed.slot === slot)) ||
        null,
      chosen: isChosen,
      fly: flyKey(isChosen, card?.card),
    };
  });
  return [...hand, ...held];
}
