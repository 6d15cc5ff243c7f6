import { Duration, Names, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  CfnResponseHeadersPolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  OriginSslPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { originKeyHeader } from '#functions/lib/http/request';
import { brand } from '#shared/brand';
import { documentRules, notFoundDocument } from '#shared/built-pages';
import { openApiPath } from '#shared/contract/openapi';
import { longestShared, noStore, ownChangeHeader } from '#shared/contract/route';
import { filePaths, routeList } from '#shared/contract/routes';
import { type AllowedOrigins, securityHeaders, strictTransportSecurity } from './service-settings.ts';

/** `fileFor` of shared/built-pages.ts in the language of the edge; a test compares the two. */
const fileFor = `
const rules = [${documentRules.map(([page, ...rest]) => `[${page},${JSON.stringify(rest).slice(1)}`).join(',\n')}];
function fileFor(path, query) {
  if (path.slice(path.lastIndexOf('/')).includes('.')) return path;
  const rule = rules.find((candidate) => {
    if (!candidate[0].test(path)) return false;
    const given = candidate[2] && query && query[candidate[2]];
    return !candidate[2] || (given && (!candidate[3] || candidate[3] === given.value));
  });
  return rule ? rule[1] : '${notFoundDocument}';
}`;

/** Before the cache: maps a page's address to its document. Rules for 403 and 404 would hide errors of the API. */
const openPages = `${fileFor}
function handler(event) {
  const request = event.request;
  request.uri = fileFor(request.uri, request.querystring);
  return request;
}`;

/** On the response: an address without a page gets the document for it with the status 404. */
const missPages = `${fileFor}
function handler(event) {
  const response = event.response;
  // "Not modified" refers to an answer that the browser has cached, with its status.
  if (response.statusCode === 200 && fileFor(event.request.uri) === '${notFoundDocument}') {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  return response;
}`;

const override = true;

/** The security headers as CloudFront takes them: five have a place of their own and are refused elsewhere. */
const siteHeadersPolicy = (
  scope: Construct,
  id: string,
  props: AllowedOrigins & { readonly more?: Readonly<Record<string, string>> },
): CfnResponseHeadersPolicy => {
  const {
    'content-security-policy': contentSecurityPolicy,
    'strict-transport-security': _strictTransportSecurity,
    'x-content-type-options': _nosniff,
    'x-frame-options': frameOption,
    'referrer-policy': referrerPolicy,
    ...others
  } = { ...securityHeaders(props), ...props.more };
  return new CfnResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyConfig: {
      // One namespace for the account, whatever the region.
      name: `${Names.uniqueResourceName(scope, { maxLength: 90 })}${id}-${Stack.of(scope).region}`,
      securityHeadersConfig: {
        contentSecurityPolicy: { contentSecurityPolicy, override },
        contentTypeOptions: { override },
        frameOptions: { frameOption, override },
        referrerPolicy: { referrerPolicy, override },
        strictTransportSecurity: {
          accessControlMaxAgeSec: strictTransportSecurity.maxAgeSeconds,
          includeSubdomains: strictTransportSecurity.includeSubdomains,
          override,
        },
      },
      customHeadersConfig: {
        items: Object.entries(others).map(([header, value]) => ({ header, value, override })),
      },
    },
  });
};

interface SiteProps extends AllowedOrigins {
  readonly apiHost: string;
  /** Sent with every request that is forwarded to the API. */
  readonly originKey: string;
  readonly webAclArn: string | undefined;
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined;
}

/** Routes whose answers may be cached for all callers, and their path patterns. */
const sharedRoutes = routeList.map(({ route }) => route).filter(({ sharedFor }) => sharedFor);
const sharedPaths = sharedRoutes.map(({ path }) => path.replace(/\{\w+\}/g, '*'));

/**
 * CloudFront caches these for 10 seconds by default, most of them whatever their headers say, under a key without the
 * caller: one parent's failed request would be answered to every other parent.
 */
const uncachedStatuses = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

/** The distribution: pages from a private bucket, `/api/` from the API. */
export class Site extends Construct {
  readonly bucket: IBucket;
  /** Origin, without a path. */
  readonly url: string;
  readonly distributionId: string;
  /** `….cloudfront.net` */
  readonly distributionName: string;

  constructor(
    scope: Construct,
    id: string,
    { apiHost, originKey, connectSrc, pictureHosts, webAclArn, domain }: SiteProps,
  ) {
    super(scope, id);
    const { stackName, region } = Stack.of(this);
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
    });
    // A Bucket is an IBucket; only exactOptionalPropertyTypes, which the library is not written for, says no.
    this.bucket = bucket as IBucket;
    const shared = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: siteHeadersPolicy(this, 'Headers', { connectSrc, pictureHosts }),
      compress: true,
    };
    const files = {
      ...shared,
      // Listing makes a missing file a 404 instead of a 403; the bucket's root, which would list, is a page.
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
        originAccessControl: new S3OriginAccessControl(this, 'AccessControl', {
          // One namespace for the account, whatever the region.
          originAccessControlName: `${stackName}-${region}`,
        }),
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
    };
    const api = {
      ...shared,
      // Browsers apply "stale while revalidate" too, and would show places that a booking has just taken.
      responseHeadersPolicy: siteHeadersPolicy(this, 'ApiHeaders', {
        connectSrc,
        pictureHosts,
        more: { 'cache-control': noStore },
      }),
      origin: new HttpOrigin(apiHost, {
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        customHeaders: { [originKeyHeader]: originKey },
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
    };
    const apiForEachCaller = {
      ...api,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    };
    const sharedAnswers = new CachePolicy(this, 'SharedAnswers', {
      comment: 'Lifetime set by the API; one entry for each own change',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(Math.max(...sharedRoutes.map(longestShared))),
      // No other header is forwarded: an answer for all callers must not depend on one.
      headerBehavior: CacheHeaderBehavior.allowList(ownChangeHeader),
      queryStringBehavior: CacheQueryStringBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
    const distribution = new Distribution(this, 'Distribution', {
      comment: brand.name,
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultRootObject: 'index.html',
      defaultBehavior: {
        ...files,
        functionAssociations: [
          {
            eventType: FunctionEventType.VIEWER_REQUEST,
            function: this.#edgeFunction('OpenPages', openPages),
          },
          {
            eventType: FunctionEventType.VIEWER_RESPONSE,
            function: this.#edgeFunction('MissPages', missPages),
          },
        ],
      },
      additionalBehaviors: {
        [openApiPath]: files,
        ...Object.fromEntries(sharedPaths.map((path) => [path, { ...api, cachePolicy: sharedAnswers }])),
        ...Object.fromEntries(
          // Calendar programs keep these with their ETag: the function's Cache-Control stays.
          filePaths.map((path) => [
            path,
            { ...apiForEachCaller, responseHeadersPolicy: shared.responseHeadersPolicy },
          ]),
        ),
        '/api/*': apiForEachCaller,
      },
      errorResponses: uncachedStatuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...(webAclArn && { webAclId: webAclArn }),
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    });
    this.distributionId = distribution.distributionId;
    this.distributionName = distribution.distributionDomainName;
    this.url = `https://${domain?.name ?? distribution.domainName}`;
    this.#acknowledge(distribution, {
      hasDomain: domain !== undefined,
      hasFirewall: webAclArn !== undefined,
    });
  }

  #edgeFunction(id: string, code: string): EdgeFunction {
    return new EdgeFunction(this, id, {
      code: FunctionCode.fromInline(code),
      runtime: FunctionRuntime.JS_2_0,
    });
  }

  #acknowledge(
    distribution: Distribution,
    { hasDomain, hasFirewall }: { readonly hasDomain: boolean; readonly hasFirewall: boolean },
  ): void {
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Public files that only the distribution reads: a log of reads has no use.',
    });
    Validations.of(distribution).acknowledge(
      {
        id: '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
        reason: 'A request for the root of the bucket, which would list it, is answered with a page.',
      },
      { id: 'AwsSolutions-CFR1', reason: 'Parents may be travelling, so no country is blocked.' },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'Addresses carry tokens from emails, visitors have IP addresses: not logged. The API keeps a log.',
      },
    );
    if (!hasFirewall) {
      Validations.of(distribution).acknowledge({
        id: 'AwsSolutions-CFR2',
        reason:
          'Optional, by the setting firewall: it costs more than the rest of the stack. The API limits rates anyway.',
      });
    }
    if (!hasDomain) {
      Validations.of(distribution).acknowledge({
        id: 'AwsSolutions-CFR4',
        reason:
          'A cloudfront.net address cannot choose its TLS versions; with the setting domain it is TLSv1.2_2021.',
      });
    }
  }
}
