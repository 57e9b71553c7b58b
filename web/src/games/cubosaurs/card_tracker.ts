/**
 * Cards of a kind are interchangeable, so the server does not number them, but animations need to
 * follow each card. The tracker gives every card an id and carries it over from one position to
 * the next in the most plausible way.
 */
import type { Position } from "./position";

export interface CardIds {
  hand: number[];
  collections: number[][];
}

interface TrackedCard {
  id: number;
  card: string | null;
}

type Seen = Pick<Position, "round" | "hand" | "collections">;

const total = (seen: Seen): number => seen.collections.reduce((sum, own) => sum + own.length, 0);

/** Takes an equal card out of the list, or else one whose face is unknown. */
function take(from: TrackedCard[], card: string | null): number | null {
  let at = from.findIndex((one) => one.card === card);
  if (at < 0) at = from.findIndex((one) => one.card === null || card === null);
  return at < 0 ? null : (from.splice(at, 1)[0]?.id ?? null);
}

export class CardTracker {
  private before: Seen | null = null;
  private ids: CardIds = { hand: [], collections: [] };
  private last = 0;

  update(now: Seen): CardIds {
    if (this.before === now) return this.ids;
    this.ids =
      this.before === null || this.before.round !== now.round
        ? this.assignNew(now)
        : this.carryOver(this.before, now);
    this.before = now;
    return this.ids;
  }

  private assignNew(now: Seen): CardIds {
    return {
      hand: now.hand.map(() => ++this.last),
      collections: now.collections.map((own) => own.map(() => ++this.last)),
    };
  }

  private carryOver(before: Seen, now: Seen): CardIds {
    const kept = total(now) > total(before) || now.hand.length < before.hand.length;
    const free: TrackedCard[] = kept
      ? this.ids.hand.map((id, index) => ({ id, card: before.hand[index] ?? null }))
      : [];
    const hand: (number | null)[] = now.hand.map((_, index) =>
      kept ? null : (this.ids.hand[index] ?? null),
    );
    // Cards that stay in their collection keep their ids; the rest is free to move elsewhere.
    const collections = now.collections.map((own, seat) => {
      const old = (before.collections[seat] ?? []).map((card, index) => ({
        id: this.ids.collections[seat]?.[index] ?? ++this.last,
        card,
      }));
      const found = own.map((card) => {
        const at = old.findIndex((one) => one.card === card);
        return at < 0 ? null : (old.splice(at, 1)[0]?.id ?? null);
      });
      free.push(...old);
      return found;
    });
    return {
      collections: collections.map((own, seat) =>
        own.map((id, index) => id ?? this.claim(free, now.collections[seat]?.[index] ?? null)),
      ),
      hand: hand.map((id, index) =>
        id ?? (kept ? ++this.last : this.claim(free, now.hand[index] ?? null)),
      ),
    };
  }

  private claim(free: TrackedCard[], card: string | null): number {
    return take(free, card) ?? ++this.last;
  }
}
