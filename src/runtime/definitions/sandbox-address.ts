/** Address of the document of the sandbox’s frame. */
export const SANDBOX_FRAME = 'sandbox.html';
/** Address of the sandbox's program. The build puts it here: see .build/classic-scripts.ts. */
export const SANDBOX_PROGRAM = '';
