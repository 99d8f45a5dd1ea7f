/** Before the tests that need a page: waits until the site is built, and fails if the build failed. */
import { inject } from 'vitest';

const { status } = await fetch(inject('site').url);
if (status !== 200) throw new Error('the site was not built: its messages stand in the output of this run');
