/** Full-text search that ignores case and accents, and treats œ as oe. */
export interface Piece {
  text: string;
  hit: boolean;
}

const SPECIAL: Record<string, string> = { œ: "oe", æ: "ae", "’": "'", "−": "-" };

function foldLetter(letter: string): string {
  const small = letter.toLowerCase();
  return SPECIAL[small] ?? small.normalize("NFD").replace(/\p{M}/gu, "");
}

/** The folded text, and for each of its characters the index in the original text. */
function fold(text: string): { folded: string; origin: number[] } {
  let folded = "";
  const origin: number[] = [];
  let at = 0;
  for (const letter of text) {
    for (const one of foldLetter(letter)) {
      folded += one;
      origin.push(at);
    }
    at += letter.length;
  }
  origin.push(at);
  return { folded, origin };
}

function words(query: string): string[] {
  return fold(query)
    .folded.split(/\s+/)
    .filter((word) => word !== "");
}

/** Whether a text contains all words of a query. */
export function containsAllWords(text: string, query: string): boolean {
  const { folded } = fold(text);
  return words(query).every((word) => folded.includes(word));
}

/** Splits a text into pieces, so that the matches can be highlighted. */
export function pieces(text: string, query: string): Piece[] {
  const { folded, origin } = fold(text);
  const marked = new Array<boolean>(text.length).fill(false);
  for (const word of words(query)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
      marked.fill(true, origin[at], origin[at + word.length]);
  }
  const found: Piece[] = [];
  for (let at = 0; at < text.length; at++) {
    const hit = marked[at] ?? false;
    const last = found.at(-1);
    if (last && last.hit === hit) last.text += text[at];
    else found.push({ text: text[at] ?? "", hit });
  }
  return found;
}
