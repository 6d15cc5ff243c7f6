import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileFor, filesWithSiteUrl, notFoundDocument } from '#shared/built-pages';
import { buildOpenApiDocument } from '#shared/contract/openapi';
import { paths } from '#shared/paths';
import { nameOf, readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { cacheControl } from './service-settings.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize({ settings: { pictureHosts: ['img.example'] } });
});
afterAll(() => stack.remove());

/** Every resource that refers to the key of the origin, with the secrets that it refers to. */
const keyReferences = (template: object): ReadonlyMap<string, readonly string[]> => {
  const found = Object.entries<object>(Object(template).Resources).map(([id, resource]) => {
    const secrets = JSON.stringify(resource).match(/(?<=resolve:secretsmanager:",\{"Ref":")\w+/g) ?? [];
    return [id, [...new Set(secrets)]] as const;
  });
  return new Map(found.filter(([, secrets]) => secrets.length > 0));
};

describe('a rotation of the key of the origin', () => {
  it('changes every resource that refers to it, and the versions of the functions, in one deployment', {
    tags: 'exhaustive',
  }, () => {
    const templateWith = (originKeyVersion: number): object => {
      const made = synthesize({ settings: { originKeyVersion } });
      made.remove();
      return made.template.toJSON();
    };
    const [before, after] = [templateWith(1), templateWith(2)];
    const [old, next] = [keyReferences(before), keyReferences(after)];
    expect([...old.keys()].map(nameOf).toSorted()).toEqual([
      'SiteDistribution',
      'accountFunction',
      'catalogueFunction',
      'linksFunction',
    ]);
    expect([...next.keys()]).toEqual([...old.keys()]);
    const secretsOf = (references: typeof old) => [...new Set([...references.values()].flat())];
    expect(secretsOf(old).map(nameOf)).toEqual(['OriginKeySecret1']);
    expect(secretsOf(next).map(nameOf)).toEqual(['OriginKeySecret2']);
    // A new version of each function, or the alias would stay on the one with the old key.
    const versionsOf = (template: object) =>
      Object.keys(Object(template).Resources).filter((id) =>
        /^(?:account|catalogue|links)FunctionCurrent/.test(id),
      );
    expect(versionsOf(before)).toHaveLength(3);
    expect(versionsOf(after).filter((id) => versionsOf(before).includes(id))).toEqual([]);
  });
});

describe('the functions at the edge', () => {
  const addresses = [
    ...Object.values(paths).map((path) => (typeof path === 'string' ? path.replace(/\?.*/, '') : '')),
    '/contact/',
    '/book-class/cls_01/slt_02',
    '/no-such-page',
    '/parent/nothing',
    '/folder.with.dots/page',
    '//',
    '/index.html',
    '/404.html',
    '/config.json',
    '/assets/main-3f9a.js',
  ];

  const run = (name: string, event: object) => {
    const code = stack.all('AWS::CloudFront::Function').find((candidate) => candidate.name.includes(name))
      ?.properties.FunctionCode;
    return runInNewContext(`${code}; handler(event)`, { event });
  };

  it.each(addresses)('answer %s with the same file as the local stack', (uri) => {
    expect(run('OpenPages', { request: { uri } }).uri).toBe(fileFor(uri));
  });

  it.each([
    [{ tab: 'signup' }],
    [{ tab: 'forgot-password', from: 'mail' }],
    [{ tab: 'login' }],
    [{ token: 'abc' }],
    [{ token: '' }],
  ])('answer /auth with the query %j with the same document as the local stack [FAM-01]', (query) => {
    const querystring = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, { value }]));
    expect(run('OpenPages', { request: { uri: '/auth', querystring } }).uri).toBe(fileFor('/auth', query));
  });

  // Whether the function on the response gets the address before or after the mapping is not documented.
  it.each(addresses)(
    'answer %s with 404 if there is no page, whether they get the address before or after the mapping',
    (uri) => {
      const status = fileFor(uri) === notFoundDocument ? 404 : 200;
      for (const told of [uri, fileFor(uri)]) {
        const response = { statusCode: 200, headers: {} };
        expect(run('MissPages', { request: { uri: told }, response }).statusCode).toBe(status);
      }
    },
  );

  it('do not change a response with status 304', () => {
    const event = { request: { uri: '/no-such-page' }, response: { statusCode: 304, headers: {} } };
    expect(run('MissPages', event).statusCode).toBe(304);
  });
});

describe('the bucket', () => {
  it('gets hashed files first, which are kept, then the others, which replace the old ones', () => {
    const [assets, pages] = stack.all('Custom::CDKBucketDeployment');
    expect(assets?.properties).toMatchObject({
      Exclude: ['*'],
      Include: ['assets/*'],
      Prune: false,
      SystemMetadata: { 'cache-control': cacheControl.hashedFiles },
    });
    expect(pages?.properties).toMatchObject({
      Exclude: ['assets/*'],
      Prune: true,
      SystemMetadata: { 'cache-control': cacheControl.others },
    });
    expect(pages?.entry.DependsOn).toContainEqual(expect.stringContaining('SiteContentAssetsCustomResource'));
  });

  /** A file that the deployment writes, with placeholders for values that exist only in the cloud. */
  const deployedFile = (path: string): unknown => {
    const files = readdirSync(stack.outdir).map((asset) => join(stack.outdir, asset, path));
    const file = files.find((candidate) => existsSync(candidate));
    if (!file) throw new Error(`No asset holds ${path}`);
    return JSON.parse(readFileSync(file, 'utf8'));
  };

  it('holds the configuration of the site', () => {
    expect(deployedFile('config.json')).toEqual({
      region: expect.any(String),
      userPoolId: expect.any(String),
      userPoolClientId: expect.any(String),
      timeZone: 'Europe/London',
      pictureHosts: ['img.example'],
    });
    const [, pages] = stack.all('Custom::CDKBucketDeployment');
    const markers: Record<string, unknown>[] = Object(pages?.properties.SourceMarkers);
    expect(markers.flatMap((values) => Object.values(values).map(readable))).toEqual([
      ...filesWithSiteUrl.map(() => '<SiteDistribution.DomainName>'),
      '<AWS::Region>',
      '<AuthUserPool>',
      '<AuthSiteClient>',
    ]);
  });

  it('holds the API’s description', () => {
    expect(deployedFile('api/openapi.json')).toEqual(JSON.parse(JSON.stringify(buildOpenApiDocument())));
  });
});
