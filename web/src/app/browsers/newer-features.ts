import { features } from 'web-features';

/** The oldest supported version of each browser: the releases of March 2023. iOS 16 has the Safari of that time. */
const supportedBrowsers = { safari: 16.4, chrome: 111, edge: 111, firefox: 111 } as const;

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

/** An API that at least one supported browser lacks. */
export interface NewerApi {
  /** The global object that has it, such as `Promise` or `AbortSignal`. */
  readonly owner: string;
  /** The missing member; null when the global object itself is missing. */
  readonly member: string | null;
  /** Where a member is. The data does not tell for objects of the language. */
  readonly isOn: 'object' | 'instances' | 'either';
}

/** Version numbers start with `≤` where the first version is not known. */
const isIn = (since: string | undefined, version: number): boolean =>
  since !== undefined && Number.parseFloat(since.replace('≤', '')) <= version;

/** Keys of MDN's compatibility data, such as `api.URL.canParse_static`, by whether all supported browsers have them. */
const keysBySupport = (): { readonly supported: ReadonlySet<string>; readonly newer: readonly string[] } => {
  const supported = new Set<string>();
  const newer: string[] = [];
  for (const feature of Object.values(features)) {
    if (feature.kind !== 'feature') continue;
    for (const [key, { support }] of Object.entries(feature.status.by_compat_key ?? {})) {
      const { safari, chrome, edge, firefox } = supportedBrowsers;
      const everywhere =
        isIn(support.safari, safari) &&
        isIn(support.safari_ios, safari) &&
        isIn(support.chrome, chrome) &&
        isIn(support.edge, edge) &&
        isIn(support.firefox, firefox);
      if (everywhere) supported.add(key);
      else newer.push(key);
    }
  }
  return { supported, newer };
};

const { supported, newer } = keysBySupport();

const apiKey = /^(api|javascript\.builtins)\.(\w+?)(?:\.(\w+?)(_static)?)?$/;

const toApi = (key: string): NewerApi[] => {
  const [, area, owner, member = null, isStatic] = apiKey.exec(key) ?? [];
  if (owner === undefined) return [];
  return [{ owner, member, isOn: area !== 'api' ? 'either' : isStatic ? 'object' : 'instances' }];
};

/** Every API that is newer than the supported browsers, from the compatibility data of the package web-features. */
export const newerApis: readonly NewerApi[] = newer.flatMap(toApi);

/** Names of members that some object of all supported browsers has. */
export const supportedMembers: ReadonlySet<string> = new Set(
  [...supported].flatMap(toApi).flatMap(({ member }) => (member === null ? [] : [member])),
);

const namesOf = (pattern: RegExp): ReadonlySet<string> =>
  new Set(newer.flatMap((key) => pattern.exec(key)?.[1] ?? []));

/** Names of newer CSS. A browser ignores a declaration or a rule with a name that it does not know. */
export const newerCss = {
  property: namesOf(/^css\.properties\.([\w-]+)$/),
  'at-rule': namesOf(/^css\.at-rules\.([\w-]+)$/),
  selector: namesOf(/^css\.selectors\.([\w-]+)$/),
  function: namesOf(/^css\.types\.(?:[\w-]+\.)?([\w-]+)$/),
} as const satisfies Record<string, ReadonlySet<string>>;
