import { features } from 'web-features';

/** The oldest supported versions: the releases of March 2023. iOS 16 has the Safari of that time. */
const supportedBrowsers = { safari: 16.4, chrome: 111, edge: 111, firefox: 111 } as const;

/** The build rewrites syntax that is newer than these targets, such as `safari16.4`. */
export const buildTargets: string[] = Object.entries(supportedBrowsers).map(
  ([browser, version]) => `${browser}${version}`,
);

export const ecmaVersion = 2023;

export const browserNames: string = Object.entries(supportedBrowsers)
  .map(([browser, version]) => `${browser.charAt(0).toUpperCase()}${browser.slice(1)} ${version}`)
  .join(', ');

export interface NewerApi {
  readonly owner: string;
  readonly member: string | null;
  /** The data does not say it for objects of the language. */
  readonly isOn: 'object' | 'instances' | 'either';
}

/** Version numbers start with `≤` where the first version is unknown. */
const isIn = (since: string | undefined, version: number): boolean =>
  since !== undefined && Number.parseFloat(since.replace('≤', '')) <= version;

/** Keys of MDN's compatibility data, such as `api.URL.canParse_static`. */
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

export const newerApis: readonly NewerApi[] = newer.flatMap(toApi);

export const supportedMembers: ReadonlySet<string> = new Set(
  [...supported].flatMap(toApi).flatMap(({ member }) => (member === null ? [] : [member])),
);

const namesOf = (pattern: RegExp): ReadonlySet<string> =>
  new Set(newer.flatMap((key) => pattern.exec(key)?.[1] ?? []));

/** A browser ignores declarations and rules with unknown names. */
export const newerCss = {
  property: namesOf(/^css\.properties\.([\w-]+)$/),
  'at-rule': namesOf(/^css\.at-rules\.([\w-]+)$/),
  selector: namesOf(/^css\.selectors\.([\w-]+)$/),
  function: namesOf(/^css\.types\.(?:[\w-]+\.)?([\w-]+)$/),
} as const satisfies Record<string, ReadonlySet<string>>;
