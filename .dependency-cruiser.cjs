/** The direction imports may take; see "Where things are" in the README. */
const tests = '(\\.test\\.tsx?|\\.e2e\\.ts)$|/testing/';
/** A room of functions/. Its files: what is stored, steps that several operations share, and operations by who asks. */
const room = '^functions/(?!across/|lib/|entries/)([^/]+)/';
/** What touches many rooms at once: it is above what each of them stores. */
const across = '^functions/across/';
/** The rooms by what they store, the lowest first: what a room stores imports what lower rooms store, and nothing else. */
const storeOrder = [
  'ledger',
  'accounts',
  'bank',
  'classes',
  'families',
  'school',
  'cards',
  'booking',
  'waiting',
  'messages',
  'registers',
  'sessions',
  'terms',
];
const steps = `${room}[a-z-]*steps\\.ts$`;
const operations = `${room}(admin|bounces|coach|family|links|mailer|members|messenger|pretoken|timer|visitors|webhook)[-.]`;
const emails = `${room}emails\\.ts$`;
/** The kinds of messages: a list of what each room does for the messenger. */
const kinds = '^functions/messages/kinds\\.ts$';
const dynamodbClients = 'node_modules/@aws-sdk/(client|lib|util)-dynamodb/';
/** What is deployed, and what deploys it. */
const shipped = '^(shared|functions|web/src|infra/(cloud|settings))/|^infra/[^/]+\\.ts$';
module.exports = {
  forbidden: [
    {
      name: 'chakra-at-first-use',
      comment:
        "Components whose state is a machine are Chakra's own, in chunks that no first visit loads. All others are in components/ui/.",
      severity: 'error',
      from: {
        path: '^web/src/',
        pathNot:
          '^web/src/(app/theme/(machine-recipes|system)|components/(dialog-frame|toast-region|tooltip-bubble|ui/testing/components-page)|features/admin/school/find-anything|lib/toasts/toaster)\\.tsx?$',
      },
      to: { path: 'node_modules/(@chakra-ui|@emotion)/' },
    },
    {
      name: 'looks-are-components',
      comment:
        'Recipes and patterns are rendered by components/ui/ alone; what else has a look of its own takes css().',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/components/ui/' },
      to: { path: '^styled-system/(?!css/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'shared-is-the-base',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(functions|infra|web)/' },
    },
    {
      name: 'shared-is-pure',
      comment:
        'Schemas (zod) and calendar arithmetic (date-fns): no React, no AWS, no I/O. zod-openapi serves the one file that is never bundled.',
      severity: 'error',
      from: { path: '^shared/', pathNot: `${tests}|^shared/contract/openapi\\.ts$` },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/(zod|date-fns)/' },
    },
    {
      name: 'shared-lib-imports-no-room',
      severity: 'error',
      from: { path: '^shared/lib/', pathNot: tests },
      to: { path: '^shared/(?!lib/)[^/]+/' },
    },
    {
      name: 'openapi-is-made-at-build-time',
      comment: 'The document and the library that makes it stay out of every bundle.',
      severity: 'error',
      from: { path: '^(shared|functions|web)/', pathNot: tests },
      to: { path: '^shared/contract/openapi\\.ts$' },
    },
    {
      name: 'shipped-code-imports-no-local-code',
      comment: 'What is deployed imports neither the local system nor tools nor test support.',
      severity: 'error',
      from: { path: shipped, pathNot: tests },
      to: { path: '^infra/(local|tools)/|/testing/' },
    },
    {
      name: 'functions-import-neither-site-nor-infrastructure',
      severity: 'error',
      from: { path: '^functions/', pathNot: tests },
      to: { path: '^(infra|web)/' },
    },
    {
      name: 'entries-are-imported-by-nothing',
      severity: 'error',
      from: { path: '^functions/(?!entries/)', pathNot: tests },
      to: { path: '^functions/entries/' },
    },
    {
      name: 'functions-import-no-other-function',
      comment: 'One function per trust boundary: an entry and its list of operations.',
      severity: 'error',
      from: { path: '^functions/entries/([a-z]+)', pathNot: tests },
      to: { path: '^functions/entries/', pathNot: '^functions/entries/$1[.-]' },
    },
    {
      name: 'tests-run-background-work-under-its-role',
      comment: 'They call it by infra/testing/services/background.ts. Set-ups of samples have no role.',
      severity: 'error',
      from: { path: tests, pathNot: '^infra/testing/services/background\\.ts$' },
      to: { path: '^functions/entries/(mailer-records|messenger-records|timer-work)\\.ts$' },
    },
    {
      name: 'lib-imports-no-room',
      severity: 'error',
      from: { path: '^functions/lib/', pathNot: tests },
      to: { path: room },
    },
    {
      name: 'entries-alone-list-operations',
      severity: 'error',
      from: { path: room, pathNot: `${tests}|${operations}|${kinds}` },
      to: { path: operations },
    },
    {
      name: 'operations-import-none-of-another-room',
      comment: 'What operations of several rooms share stands in the steps of one.',
      severity: 'error',
      from: { path: operations, pathNot: tests },
      to: { path: operations, pathNot: '^functions/$1/' },
    },
    {
      name: 'stores-know-no-requests',
      comment: 'What is stored knows neither HTTP nor steps that answer by it.',
      severity: 'error',
      from: { path: room, pathNot: `${tests}|${operations}|${steps}` },
      to: { path: `${steps}|^functions/lib/http/` },
    },
    ...storeOrder.slice(0, -1).map((lower, index) => ({
      name: `what-${lower}-stores-knows-no-higher-room`,
      comment: 'What rooms store forms an order (WAL-01).',
      severity: 'error',
      from: { path: `^functions/${lower}/`, pathNot: `${tests}|${operations}|${steps}|${emails}|${kinds}` },
      to: { path: `^functions/(${storeOrder.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'rooms-store-nothing-across',
      comment: 'What touches many rooms is used by operations and steps.',
      severity: 'error',
      from: { path: room, pathNot: `${tests}|${operations}|${steps}` },
      to: { path: across },
    },
    {
      name: 'across-imports-no-operations',
      severity: 'error',
      from: { path: across, pathNot: tests },
      to: { path: `${operations}|${steps}|^functions/lib/(http|identity)/` },
    },
    {
      name: 'operations-know-no-database',
      comment: 'They use what the rooms store, and the handle in lib/table.ts.',
      severity: 'error',
      from: { path: `${operations}|${steps}|^functions/entries/`, pathNot: tests },
      to: { path: '^functions/lib/dynamo/' },
    },
    {
      name: 'dynamo-alone-calls-the-database',
      severity: 'error',
      from: { path: '^functions/', pathNot: `${tests}|^functions/lib/(dynamo/|(stream|table)\\.ts$)` },
      to: { path: dynamodbClients },
    },
    {
      name: 'only-sign-in-code-touches-the-user-pool',
      comment:
        'Credentials are in reach of the two services that keep accounts, of what decides about tokens, and of no other.',
      severity: 'error',
      from: {
        path: '^(functions|web|shared)/',
        pathNot: `${tests}|^functions/(accounts/|families/admin\\.|lib/(identity/|deps\\.)|entries/(account|admin|pretoken)\\.)`,
      },
      to: { path: '^functions/lib/identity/|node_modules/@aws-sdk/client-cognito-identity-provider' },
    },
    {
      name: 'the-site-imports-the-contract-only',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/(e2e/|vite\\.config)|\\.test\\.tsx?$' },
      to: { path: '^(functions|infra)/' },
    },
    {
      name: 'features-are-composed-in-app',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/(features|app)/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'browser-tests-are-the-end',
      comment: 'What tools and browser tests share stands in infra/testing/browser.',
      severity: 'error',
      from: { path: '^(shared|functions|infra|web/src)/' },
      to: { path: '^web/e2e/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|cdk\\.out)/' },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
