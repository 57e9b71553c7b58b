/** Fetches the rules of a game, filters them, and finds the references in their texts. */
import { get } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { RulesInfo, SectionInfo } from "../messages";
import { containsAllWords, pieces, type Piece } from "./search";

const cache = new Map<string, Promise<RulesInfo>>();

/** The rules of a game in the page's language; cached. */
export function fetchRules(game: string): Promise<RulesInfo> {
  const path = `games/${encodeURIComponent(game)}/rules?lang=${settings.language}`;
  let rules = cache.get(path);
  if (!rules) {
    rules = get<RulesInfo>(path);
    rules.catch(() => cache.delete(path)); // a later attempt may succeed
    cache.set(path, rules);
  }
  return rules;
}

/** Keeps the rules that contain all words of the query; titles of sections count too. */
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

/** Keeps the rules with the given numbers, in the order of the rulebook. */
export function selectRules(
  sections: readonly SectionInfo[],
  numbers: readonly string[],
): SectionInfo[] {
  return sections
    .map((section) => ({
      ...section,
      rules: section.rules.filter((rule) => numbers.includes(rule.number)),
    }))
    .filter((section) => section.rules.length > 0);
}

export interface AnnotatedPiece extends Piece {
  /** The number of a rule, if this piece refers to one. */
  rule: string | null;
}

const NUMBER = /([A-Z]{3}-[A-Z]\d+)/;

/** Splits a rule's text into pieces, marking the matches and the references to other rules. */
export function annotate(text: string, query: string): AnnotatedPiece[] {
  return text
    .split(NUMBER)
    .flatMap((part, index) =>
      pieces(part, query).map((piece) => ({ ...piece, rule: index % 2 ? part : null })),
    );
}
