/** What the pointer can do that not everybody needs: loaded with the first tool or obstacle that asks for it. */
import './gestures.css';

export { dragObstacle } from './obstacle-gesture';
export { push } from './push-gesture';
export { choose } from './select-gesture';
