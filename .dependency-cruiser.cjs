/** The direction imports may take; see "Where things are" in the README. */
const tests = '(\\.test\\.tsx?|\\.e2e\\.ts)$|/testing/';
/** A folder of one Lambda function: every folder of functions/ but what several functions share. */
const services = '^functions/(?!lib/|data/|testing/)([^/]+)/';
const dynamodbClients = 'node_modules/@aws-sdk/(client|lib|util)-dynamodb/';
/** What is deployed, and what deploys it. */
const shipped = '^(shared|functions|web/src|infra/(cloud|settings))/|^infra/[^/]+\\.ts$';
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
      name: 'functions-import-no-other-function',
      comment: 'One function per trust boundary. What several functions share stands in functions/lib/.',
      severity: 'error',
      from: { path: services, pathNot: tests },
      to: { path: services, pathNot: '^functions/$1/' },
    },
    {
      name: 'lib-imports-no-function',
      severity: 'error',
      from: { path: '^functions/lib/', pathNot: tests },
      to: { path: services },
    },
    {
      name: 'functions-import-no-keys',
      comment: 'Functions import data/<entity> and the handle in data/table.ts.',
      severity: 'error',
      from: { path: '^functions/', pathNot: `${tests}|^functions/data/` },
      to: { path: `^functions/data/dynamo/|${dynamodbClients}` },
    },
    {
      name: 'dynamo-alone-calls-the-database',
      comment: 'Entities use the helpers of data/dynamo, which import no entity.',
      severity: 'error',
      from: { path: '^functions/', pathNot: `${tests}|^functions/data/(dynamo/|table\\.ts$)` },
      to: { path: dynamodbClients },
    },
    {
      name: 'dynamo-imports-no-entities',
      severity: 'error',
      from: { path: '^functions/data/dynamo/', pathNot: tests },
      to: { path: '^functions/data/(?!dynamo/|table\\.ts$)' },
    },
    {
      name: 'data-imports-no-function',
      severity: 'error',
      from: { path: '^functions/data/', pathNot: tests },
      to: { path: `${services}|^functions/lib/` },
    },
    {
      name: 'bookings-import-no-other-entity',
      comment:
        'Families and classes may use bookings: what joins bookings with parents and children stands in data/joins. A booking is a charge in the ledger of its family.',
      severity: 'error',
      from: { path: '^functions/data/bookings/', pathNot: tests },
      to: { path: '^functions/data/(?!bookings/|ledger/|dynamo/|[^/]+\\.ts$)' },
    },
    {
      name: 'ledger-imports-no-other-entity',
      severity: 'error',
      from: { path: '^functions/data/ledger/', pathNot: tests },
      to: { path: '^functions/data/(?!ledger/|dynamo/|[^/]+\\.ts$)' },
    },
    {
      name: 'only-sign-in-code-touches-the-user-pool',
      comment:
        'Credentials are in reach of the two services that keep accounts, of what decides about tokens, and of no other.',
      severity: 'error',
      from: {
        path: '^(functions|web|shared)/',
        pathNot: `${tests}|^functions/(account|admin|pretoken|lib/identity)/`,
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
