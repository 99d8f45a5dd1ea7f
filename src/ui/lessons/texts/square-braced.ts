import { topologyLesson } from './topology';

export const lesson = topologyLesson('square-braced', [
  'How many diagonals are enough? Think of the rows and columns of cells as dots, and of each braced cell as a line that joins its row and its column: in a row every upright bar leans alike, and a brace says that the bars of its row and of its column turn by the same angle. The frame is rigid exactly where these lines join all dots in one piece.',
  { equation: '\\text{braces needed} = \\text{rows} + \\text{columns} - 1' },
  'Of a free frame of 3 × 3 cells that is 5, and they must be in the right cells. The theorem is Bolker’s and Crapo’s, How to Brace a One-Story Building.',
  'Here the feet are pinned, and that ties all columns to the ground: one brace in each row is enough, the three that are here. Take the scissors: without any one of them what stands above it falls over.',
]);
