/** The oldest supported version of each browser: the releases of March 2023. iOS 16 has the Safari of that time. */
export const supportedBrowsers = { safari: 16.4, chrome: 111, edge: 111, firefox: 111 } as const;

/** The same list as targets of the build, such as `safari16.4`: newer syntax is rewritten. */
export const buildTargets: string[] = Object.entries(supportedBrowsers).map(
  ([browser, version]) => `${browser}${version}`,
);

/** The newest edition of ECMAScript whose syntax all supported browsers parse. */
export const ecmaVersion = 2023;

/** The list in words: "Safari 16.4, Chrome 111, Edge 111, Firefox 111". */
export const browserNames: string = Object.entries(supportedBrowsers)
  .map(([browser, version]) => `${browser.charAt(0).toUpperCase()}${browser.slice(1)} ${version}`)
  .join(', ');
