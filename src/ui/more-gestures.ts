/** What the pointer can do that not everybody needs: loaded with the first tool or obstacle that asks for it. */
import './gestures.css';

export { choose } from './choose-gesture';
export { dragObstacle } from './obstacle-gesture';
export { push } from './push-gesture';
