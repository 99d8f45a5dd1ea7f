import { topologyLesson } from './topology';

export const lesson = topologyLesson('square-braced', [
  'How many diagonals are enough? Think of the rows and columns of cells as dots, and of each braced cell as a line that joins its row and its column: in a row every upright bar leans alike, and a brace says that the bars of its row and of its column turn by the same angle. The frame is rigid exactly where these lines join all dots in one piece.',
  { equation: '\\text{braces needed} = \\text{rows} + \\text{columns} - 1' },
  'Here that is 3 + 3 − 1 = 5 of nine cells. Cut any of them and one mechanism appears; put five in the wrong cells, and one is there, too. The theorem is Bolker’s and Crapo’s, How to Brace a One-Story Building.',
]);
