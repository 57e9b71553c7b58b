/** The rules of a game as the server tells them, and what somebody looks for in them. */
import { get } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { RulesInfo, SectionInfo } from "../messages";
import { containsAllWords, pieces, type Piece } from "./search";

const asked = new Map<string, Promise<RulesInfo>>();

/** The rules of a game in the language of the page; they are asked for once. */
export function fetchRules(game: string): Promise<RulesInfo> {
  const path = `games/${encodeURIComponent(game)}/rules?lang=${settings.language}`;
  let found = asked.get(path);
  if (!found) {
    found = get<RulesInfo>(path);
    found.catch(() => asked.delete(path)); // next time it may work
    asked.set(path, found);
  }
  return found;
}

/** The sections with those rules alone that have all the words; a section's title counts too. */
export function filterRules(sections: readonly SectionInfo[], query: string): SectionInfo[] {
  return sections
    .map((section) => ({
      ...section,
      rules: section.rules.filter((rule) =>
        containsAllWords([rule.number, section.title, rule.text ?? "", rule.ruling ?? ""].join(" "), query),
      ),
    }))
    .filter((section) => section.rules.length > 0);
}

/** The rules with these numbers, in their sections' order. */
export function chosen(sections: readonly SectionInfo[], numbers: readonly string[]): SectionInfo[] {
  return sections
    .map((section) => ({
      ...section,
      rules: section.rules.filter((rule) => numbers.includes(rule.number)),
    }))
    .filter((section) => section.rules.length > 0);
}

export interface AnnotatedPiece extends Piece {
  /** The number of another rule, where the text names one. */
  rule: string | null;
}

const NUMBER = /([A-Z]{3}-[A-Z]\d+)/;

/** A rule's text in pieces: what was looked for is a hit, and a number of a rule is a link. */
export function annotate(text: string, query: string): AnnotatedPiece[] {
  return text
    .split(NUMBER)
    .flatMap((part, index) =>
      pieces(part, query).map((piece) => ({ ...piece, rule: index % 2 ? part : null })),
    );
}
