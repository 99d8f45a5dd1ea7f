import { needsSurroundings } from '../physics/core';
import type { Request } from './messages';

/** A scene file is written by what reads it. */
const isLate = (request: Request) =>
  request.type === 'save' || (request.type === 'send' && needsSurroundings(request.command));

/**
 * Hands on what the page asks for, in order. The first request that speaks of what isn't needed to see a cloth move
 * waits until that is loaded, and all that comes meanwhile waits behind it.
 */
export function createReception(handle: (request: Request) => void, fail: (error: unknown) => void) {
  let complete = false;
  let waiting: Request[] | null = null;

  async function load(): Promise<void> {
    const { outfit } = await import('../physics/surroundings');
    outfit();
    complete = true;
    const requests = waiting ?? [];
    waiting = null;
    for (const request of requests) handle(request);
  }

  return (request: Request): void => {
    if (waiting) waiting.push(request);
    else if (complete || !isLate(request)) handle(request);
    else {
      waiting = [request];
      load().catch(fail);
    }
  };
}
