import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

const isModule = (path: string): boolean =>
  [join(root, path), join(root, 'node_modules', path)].some((file) => existsSync(file));

/**
 * Matches the ids of modules that end with one of these paths, from the project's root or from node_modules.
 * @throws Error for a path without a file, which was moved or removed
 */
const anyOf = (...paths: readonly string[]) => {
  const missing = paths.filter((path) => !isModule(path));
  if (missing.length > 0) throw new Error(`No modules to group: ${missing.join(', ')}`);
  const ends = paths.map((path) => `/${path}`);
  return (id: string): boolean => ends.some((end) => id.endsWith(end));
};

/** Matches the ids of modules inside of these packages. */
const packages = (...names: readonly string[]) => {
  const folders = names.map((name) => `/node_modules/${name}/`);
  return (id: string): boolean => folders.some((folder) => id.includes(folder));
};

/** Components and helpers of most screens. */
const sharedUi = anyOf(
  'web/src/components/area-screen.tsx',
  'web/src/components/badge.tsx',
  'web/src/components/card-grid.tsx',
  'web/src/components/card.tsx',
  'web/src/components/class-picture.tsx',
  'web/src/components/empty-pitch.tsx',
  'web/src/components/icon-button.tsx',
  'web/src/components/icon-line.tsx',
  'web/src/components/load-failure.tsx',
  'web/src/components/notice.tsx',
  'web/src/components/places-meter.tsx',
  'web/src/components/screen.tsx',
  'web/src/components/select.tsx',
  'web/src/components/skeleton.tsx',
  'web/src/components/text-link.tsx',
  'web/src/lib/api/route-query.ts',
  'web/src/lib/browser/use-is-hydrated.ts',
  'web/src/lib/pages/listing-search.ts',
  'web/src/lib/pages/public-pages.ts',
  'web/src/lib/session/return-to.ts',
  'web/src/lib/time/today.ts',
);

/** Fields and drafts of the public forms, which the areas have too. */
const publicForms = anyOf(
  '@chakra-ui/react/dist/esm/components/grid/grid.js',
  '@chakra-ui/react/dist/esm/components/simple-grid/simple-grid.js',
  'web/src/components/form-field.tsx',
  'web/src/components/phone-field.tsx',
  'web/src/components/text-area-field.tsx',
  'web/src/components/text-field.tsx',
  'web/src/lib/forms/form-draft.ts',
  'web/src/lib/forms/use-leave-warning.ts',
);

/** What login and the areas check of an account. */
const accountInputs = anyOf(
  'shared/roles.ts',
  'shared/schemas/child-input.ts',
  'shared/schemas/link-token.ts',
  'shared/schemas/profile-input.ts',
);

/** What lists of classes show, for visitors and in the areas. */
const classLists = anyOf(
  'shared/domain/pricing/session-pricing.ts',
  'shared/domain/sessions/sessions.ts',
  'shared/domain/time/business-time.ts',
  'web/src/components/choice-styles.ts',
  'web/src/components/class-card.tsx',
  'web/src/components/slot-box.tsx',
  'web/src/components/slot-notes.tsx',
);

/** What screens behind the login share, and no page of a first visit. */
const areaParts = anyOf(
  'lucide-react/dist/esm/icons/calendar-x-2.mjs',
  'lucide-react/dist/esm/icons/copy.mjs',
  'lucide-react/dist/esm/icons/download.mjs',
  'lucide-react/dist/esm/icons/ticket.mjs',
  'lucide-react/dist/esm/icons/wallet.mjs',
  'shared/contract/change-problems.ts',
  'shared/contract/join-problems.ts',
  'shared/contract/move-problems.ts',
  'shared/domain/ledger/ledger-lines.ts',
  'shared/domain/ledger/charge-state.ts',
  'shared/domain/bookings/booking-terms.ts',
  'shared/domain/bookings/move-terms.ts',
  'shared/domain/sessions/booked-sessions.ts',
  'shared/domain/text/listed.ts',
  'shared/domain/time/deadline.ts',
  'shared/schemas/booking-change.ts',
  'web/src/components/account-list.tsx',
  'web/src/components/check-box.tsx',
  'web/src/components/confirm-dialog.tsx',
  'web/src/components/draft-notice.tsx',
  'web/src/components/modal.tsx',
  'web/src/components/move-form.tsx',
  'web/src/components/option-card.tsx',
  'web/src/components/payment-badge.tsx',
  'web/src/components/tooltips.tsx',
  'web/src/lib/api/attempt-key.ts',
  'web/src/lib/browser/save-file.ts',
  'web/src/lib/forms/use-form-draft.ts',
  'web/src/lib/moves/move-options.ts',
);

/** What boot.ts shares with the site, besides Vite's helper. */
const bootParts = anyOf(
  'web/src/app/start/root-element.ts',
  'web/src/lib/browser/load-chunk.ts',
  'web/src/lib/time/wait.ts',
);

const initial: '$initial'[] = ['$initial'];

/**
 * Which modules share a chunk; the bundler groups the rest by what imports them. A group also takes what its modules
 * import. `$initial` limits a group to what every visit needs. The size budgets are in prerendered-pages.ts.
 */
export const chunkGroups = [
  // What the offline page shares with the site.
  {
    name: 'stored',
    test: anyOf(
      'web/src/lib/browser/try-storage.ts',
      'web/src/lib/offline/stored-sessions.ts',
      'web/src/lib/session/stored-session.ts',
    ),
    priority: 6,
  },
  // What boot.ts shares with the site, so that it loads nothing else.
  {
    name: 'boot',
    test: (id: string) => bootParts(id) || id.endsWith('/preload-helper.js'),
    priority: 5,
  },
  // Libraries of every visit: a release of the site leaves them in the browser's cache. The two large ones have chunks
  // of their own, because boot.ts evaluates them in separate tasks.
  {
    name: 'react',
    tags: initial,
    test: (id: string) =>
      packages('react', 'react-dom', 'scheduler')(id) || anyOf('web/src/app/start/react-dom.ts')(id),
    priority: 4,
  },
  {
    name: 'styles',
    tags: initial,
    test: (id: string) =>
      packages('@chakra-ui', '@emotion', 'stylis', '@pandacss')(id) ||
      anyOf('web/src/app/theme/styled-system.ts')(id),
    priority: 3,
  },
  { name: 'vendor', tags: initial, test: (id: string) => id.includes('/node_modules/'), priority: 2 },
  // State machines of toasts, tabs and dialogs, which no first visit needs.
  { name: 'widgets', test: packages('@ark-ui', '@zag-js'), minShareCount: 2, priority: 1 },
  // What most screens share, in two chunks rather than one for each combination of screens.
  {
    name: 'domain',
    test: anyOf(
      'shared/brand.ts',
      'shared/contract/catalogue-routes.ts',
      'shared/contract/problem-body.ts',
      'shared/contract/shown-problems.ts',
      'shared/domain/children/age.ts',
      'shared/domain/classes/capacity.ts',
      'shared/domain/text/format.ts',
      'shared/domain/pricing/money.ts',
      'shared/domain/pricing/pricing.ts',
      'shared/paths.ts',
      'shared/policies.ts',
      'shared/schemas/email.ts',
      'shared/schemas/email-problem.ts',
      'shared/schemas/site-config.ts',
    ),
    priority: 1,
  },
  {
    name: 'components',
    test: (id: string) => sharedUi(id) || packages('lucide-react')(id),
    // The icons that at least three chunks use.
    minShareCount: 3,
  },
  // What the site's first script shares with screens, in one chunk rather than one for each combination of screens.
  {
    name: 'site',
    tags: initial,
    test: (id: string) => !id.includes('/node_modules/'),
    minShareCount: 2,
    priority: 0,
  },
  { name: 'forms', test: publicForms },
  { name: 'account', test: accountInputs },
  { name: 'classes', test: classLists },
  { name: 'areas', test: areaParts },
];
