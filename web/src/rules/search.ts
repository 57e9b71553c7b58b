/** Looking for words in a text: capitals and accents do not matter, and œ is oe. */
export interface Piece {
  text: string;
  hit: boolean;
}

const SPECIAL: Record<string, string> = { œ: "oe", æ: "ae", "’": "'", "−": "-" };

function foldLetter(letter: string): string {
  const small = letter.toLowerCase();
  return SPECIAL[small] ?? small.normalize("NFD").replace(/\p{M}/gu, "");
}

/** The folded text, and for each of its letters where in the text it comes from. */
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

/** Whether a text has all words of a query. */
export function containsAllWords(text: string, query: string): boolean {
  const { folded } = fold(text);
  return words(query).every((word) => folded.includes(word));
}

/** A text cut into pieces, so that what was looked for can be marked. */
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
