/** The direction imports may take; see "How it is built" in the README. */
const tests = '(\\.test\\.tsx?|\\.e2e\\.ts)$|/testing/';
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
      name: 'test-support-is-for-tests',
      severity: 'error',
      from: { pathNot: `${tests}|^infra/(local|tools)/` },
      to: { path: '/testing/' },
    },
    {
      name: 'functions-know-neither-site-nor-infrastructure',
      severity: 'error',
      from: { path: '^functions/', pathNot: tests },
      to: { path: '^(infra|web)/' },
    },
    {
      name: 'functions-share-by-http-data-email',
      comment: 'One function per trust boundary: a service never reaches into another one.',
      severity: 'error',
      from: { path: '^functions/(catalogue|account|family|admin|mailer|bounces)/', pathNot: tests },
      to: { path: '^functions/(catalogue|account|family|admin|mailer|bounces)/', pathNot: '^functions/$1/' },
    },
    {
      name: 'only-accounts-touch-the-user-pool',
      comment: 'Credentials are in reach of the two services that keep accounts, and of no other.',
      severity: 'error',
      from: { path: '^(functions|web|shared)/', pathNot: `${tests}|^functions/(account|admin|identity)/` },
      to: { path: '^functions/identity/|node_modules/@aws-sdk/client-cognito-identity-provider' },
    },
    {
      name: 'the-site-knows-the-contract-only',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/(e2e/|vite\\.config)' },
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
