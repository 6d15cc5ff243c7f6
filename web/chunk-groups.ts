import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const initial: '$initial'[] = ['$initial'];

/** The modules that are loaded on their own, such as screens, and that import a module. */
const screensWith = (module: string, graph: Graph): string[] => {
  const found = new Set([module]);
  // Iterating a Set includes what is added during the iteration.
  for (const id of found)
    for (const importer of graph.getModuleInfo(id)?.importers ?? []) found.add(importer);
  return [...found].filter((id) => graph.getModuleInfo(id)?.dynamicImporters.length);
};

/** Areas of people with an account or a link. All other audiences are pages of visitors. */
const areas: readonly string[] = [
  'admin',
  'dashboard',
  'lists',
  'coach',
  'parents',
  'family',
  'booking',
  'links',
];

const audienceOf = (screen: string): string => {
  const [, visitorsPage] = /\/(auth|book-camp|contact|home)-screen\.tsx$/.exec(screen) ?? [];
  if (visitorsPage) return visitorsPage;
  if (/\/(?:coach-area|features\/coach\/.*-screen)\.tsx$/.test(screen)) return 'coach';
  // What administrators and parents see first, and where parents book.
  if (/\/admin-(?:area|nav)\.tsx$/.test(screen)) return 'dashboard';
  if (/\/(?:parent-layout|family\/dashboard-screen)\.tsx$/.test(screen)) return 'family';
  if (/\/booking-screen\.tsx$/.test(screen)) return 'booking';
  if (/\/admin\/\w+\/(?:bookings|classes|parents|payments)-screen\.tsx$/.test(screen)) return 'lists';
  return screen.includes('/admin')
    ? 'admin'
    : /verify-email|offer-screen|newsletter/.test(screen)
      ? 'links'
      : 'parents';
};

const areaOf = (audience: string): string =>
  ['dashboard', 'lists'].includes(audience)
    ? 'admin'
    : ['family', 'booking'].includes(audience)
      ? 'parents'
      : audience;

/**
 * Without the later screens of those whose first screens need the module: a first screen does not load what only later ones
 * share. Further chunks for visitors or the dashboard would cost more than they save.
 */
const firstOf = (audiences: ReadonlySet<string>): string[] => {
  const first = ['family', 'booking', 'parents'].find((audience) => audiences.has(audience));
  const others = [...audiences].filter(
    (audience) => areaOf(audience) !== 'parents' && (!first || audience !== 'links'),
  );
  if (first === 'family') return [first, ...others.map(areaOf)];
  const firstOfOffice = ['dashboard', 'lists', 'admin'].find((audience) => audiences.has(audience));
  return [
    ...(first ? [first] : []),
    ...others.filter((audience) => areaOf(audience) !== 'admin' || audience === firstOfOffice),
  ];
};

/** What every page loads at its first use, such as toasts and dialogs, and Chakra with them. */
const isShared = (screen: string): boolean => /\/src\/(?:components|lib)\//.test(screen);

/** With these, files of the office's dialogs and forms, and payment by card: the bundler groups what they alone share. */
const isLate = (screen: string): boolean =>
  isShared(screen) ||
  /\/admin\/.*-(?:dialogs?|form)\.tsx$|\/(?:pay-by-)?card(?:-connection|-rows)?\.tsx$/.test(screen);

/** Small parts of libraries that many screens need. */
const sharedLibraries = /\/(?:date-fns\/|@tanstack\/.*\/(?:mutationObserver|useMutation|queryOptions)\.js$)/;

/** Forms load their library, which not every screen needs. */
const formFile = /form(?!at|s\/(?:use-submission|form-draft)|-draft)|(?<!select-)field(?!s\.tsx)|-fields/;

/** What offers payment by card. */
const cardFile = /\/pay-by-card-button\.tsx$/;

/** No page loads what only screens for others need. */
const sharedChunk = (module: string, graph: Graph): string | null => {
  const screens = screensWith(module, graph);
  if (screens.length < 2 || screens.every(isLate)) return null;
  if (screens.some((screen) => screen.endsWith('/start/main.tsx'))) return 'site';
  if (formFile.test(module) || cardFile.test(module)) return null;
  const all = new Set(screens.filter((screen) => !isShared(screen)).map(audienceOf));
  const visitorsPages = [...all].filter((audience) => !areas.includes(audience));
  if (visitorsPages.length > 1 || visitorsPages.includes('home')) return 'site';
  // Pages of links load what the listing shares with accounts in any case.
  if (visitorsPages.length > 0) all.delete('links');
  const audiences = [...new Set(visitorsPages.length > 0 ? [...all].map(areaOf) : firstOf(all))].sort();
  // A coach loads nothing that only families share. Further chunks for a coach would cost the others more than they save.
  const isOfCoach = audiences.includes('coach');
  if (isOfCoach && audiences.length > 1 && visitorsPages.length === 0) return 'signed-in';
  return audiences.filter((audience) => audience !== 'coach' || audiences.length === 1).join('-');
};

/** The chunk with the style sheets of the office and of coaches. Other pages have global.css alone. */
export const officeStyles = 'office-classes';

const ofOffice = /\/features\/(?:admin|coach)\/.*\.module\.css$|\/theme\/office\.css$/;

/**
 * Which modules share a chunk; the bundler groups the rest by what imports them. `$initial` limits a group to what every
 * visit needs. The size budgets are in prerendered-pages.ts.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: officeStyles, test: ofOffice, priority: 8 },
  // What boot.ts shares with the site, and the offline page with both: each chunk takes a phone 0.7 ms to request.
  {
    name: 'boot',
    test: /\/(?:root-element|load-chunk|wait|find-shortcut|area-paths|try-storage|stored-sessions|stored-tokens|shared\/(?:document-script|roles))\.ts$|\/preload-helper\.js$|rolldown[:/]runtime/,
    priority: 5,
  },
  // Libraries of every visit: a release of the site leaves them in the browser's cache. The largest one has a chunk
  // of its own, because boot.ts evaluates them in separate tasks.
  {
    name: 'react',
    tags: initial,
    test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/start\/react-dom\.ts$/,
    priority: 4,
  },
  { name: 'vendor', tags: initial, test: /\/node_modules\//, priority: 2 },
  { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 2 },
  {
    name: sharedChunk,
    test: (module) => !module.includes('/node_modules/') || sharedLibraries.test(module),
    includeDependenciesRecursively: false,
  },
];

const compiledChunks: ReadonlySet<string> = new Set(['react', 'vendor']);

/**
 * A comment at the head of the libraries of every visit. V8 then compiles all functions of the file in another thread
 * while it is downloaded. Other engines ignore it.
 */
export const compileHint = ({ name }: { readonly name: string }): string =>
  compiledChunks.has(name) ? '//# allFunctionsCalledOnLoad' : '';
