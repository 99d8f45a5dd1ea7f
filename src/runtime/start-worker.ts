/** Browsers without trusted types, and Node, do not have it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): URL };
}

/** The only policy that the page's own allows: .build/content-policy.ts. It takes the addresses that the build wrote. */
const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('hooke-worker', {
  createScriptURL: (address) => address,
});

/** For a sink that takes scripts. @param address of a script that the build wrote */
export function trustedScript(address: string): string | URL {
  return trusted?.createScriptURL(address) ?? address;
}

/** @param address of a built worker: `import address from './worker?worker&url'` */
export function startWorker(address: string, name: string): Worker {
  // The program of the single file is one classic script in a blob: browsers start no module worker for a page that is a file.
  return new Worker(trustedScript(address), { type: address.startsWith('blob:') ? 'classic' : 'module', name });
}
