/** Methods return texts, as the DOM's types expect them; a browser with Trusted Types returns objects. */
interface Policy {
  readonly createHTML: (markup: string) => string;
  readonly createScriptURL: (address: string) => string;
}

declare global {
  interface Window {
    readonly trustedTypes?: { readonly createPolicy: (name: string, rules: Policy) => Policy };
  }
}

const serviceWorker = '/service-worker.js';

/** The address of a worker in the build, or on the development server. */
const worker = /^\/(?:assets\/[\w-]+-worker-[\w-]+\.js|src\/[\w/-]+-worker\.ts\?worker_file&type=module)$/;

const rules: Policy = {
  // The preview of an email uses this: it parses markup into a document in which scripts do not run.
  createHTML: (markup) => markup,
  createScriptURL: (address) => {
    if (address !== serviceWorker && !worker.test(address))
      throw new Error('No script may be loaded from this address');
    return address;
  },
};

let policy: Policy | undefined;

// The only policy that the Content-Security-Policy allows (`require-trusted-types-for`, infra/cloud/service-settings.ts): no other
// code can turn a text into markup or a script's address. A browser without Trusted Types accepts texts.
const sitePolicy = (): Policy => {
  policy ??= window.trustedTypes?.createPolicy('site', rules) ?? rules;
  return policy;
};

export const trustedServiceWorker = (): string => sitePolicy().createScriptURL(serviceWorker);
export const trustedWorker = (address: string): string => sitePolicy().createScriptURL(address);
export const trustedMarkup = (markup: string): string => sitePolicy().createHTML(markup);
