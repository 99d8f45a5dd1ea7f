/** Other forms of the letters, so that one sees which texts are translated. */
const LETTERS =
  'aàbƀcçdđeéfƒgğhĥiîjĵkķlļmɱnñoöpþqɋrŕsštţuûvṽwŵxẋyýzžAÀBƁCÇDĐEÉFƑGĞHĤIÎJĴKĶLĻMṀNÑOÖPÞQɊRŔSŠTŢUÛVṼWŴXẊYÝZŽ';

/** What is no text for the reader: places of values, formulas, and elements of HTML. */
const KEPT = /(\{\d\}|\$[^$]*\$|<[^>]*>)/;

/** A text as a language with long words would have it: `[Šţîîƒƒñéés]`. Spaces at its ends stay. */
export function pseudo(text: string): string {
  const [, before, inner, after] = /^(\s*)(.*?)(\s*)$/s.exec(text) as RegExpExecArray;
  const parts = inner.split(KEPT).map((part, i) => (i % 2 === 1 ? part : letters(part)));
  return `${before}[${parts.join('')}]${after}`;
}

function letters(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const other = LETTERS[LETTERS.indexOf(letter) + 1];
    return /[aeiou]/i.test(letter) ? other.repeat(2) : other;
  });
}

/** A text as one of a language that is written from right to left: in marks that turn the order of its letters. */
export const mirrored = (text: string) => `\u202e${text}\u202c`;
