/** Typed as texts, as the DOM's types of what takes them are; a browser with Trusted Types makes objects. */
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

/** A worker of the build, or of the development server. */
const worker = /^\/(?:assets\/[\w-]+-worker-[\w-]+\.js|src\/[\w/-]+-worker\.ts\?worker_file&type=module)$/;

const rules: Policy = {
  // Parsed into a document of its own, where scripts do not run: the preview of an email.
  createHTML: (markup) => markup,
  createScriptURL: (address) => {
    if (address !== serviceWorker && !worker.test(address))
      throw new Error('No script may be loaded from this address');
    return address;
  },
};

let made: Policy | undefined;

/**
 * The one policy of the site: the Content-Security-Policy (`require-trusted-types-for`, infra/cloud/service-settings.ts)
 * lets no text become markup or the address of a script in another way. A browser without Trusted Types takes texts.
 */
const sitePolicy = (): Policy => {
  made ??= window.trustedTypes?.createPolicy('site', rules) ?? rules;
  return made;
};

export const trustedServiceWorker = (): string => sitePolicy().createScriptURL(serviceWorker);
export const trustedWorker = (address: string): string => sitePolicy().createScriptURL(address);
export const trustedMarkup = (markup: string): string => sitePolicy().createHTML(markup);
