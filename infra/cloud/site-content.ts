import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stack, Validations } from 'aws-cdk-lib';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { filesWithSiteUrl, siteUrlPlaceholder } from '#shared/built-pages';
import { buildOpenApiDocument, openApiPath } from '#shared/contract/openapi';
import { type SiteConfig, siteConfigPath } from '#shared/school/site-config';
import { logSettings } from './lambda-settings.ts';
import { cacheControl, hashedFilesFolder } from './service-settings.ts';

const hashedFiles = `${hashedFilesFolder}*`;

interface SiteContentProps {
  readonly bucket: IBucket;
  readonly directory: string;
  /** The site's origin, for the files that name it. */
  readonly url: string;
  readonly config: SiteConfig;
}

export class SiteContent extends Construct {
  constructor(scope: Construct, id: string, { bucket, directory, url, config }: SiteContentProps) {
    super(scope, id);
    const site = Source.asset(directory);
    // Both deployments share one function, so they name the same log.
    const logGroup = new LogGroup(this, 'Log', logSettings);
    const assets = new BucketDeployment(this, 'Assets', {
      destinationBucket: bucket,
      logGroup,
      sources: [site],
      exclude: ['*'],
      include: [hashedFiles],
      cacheControl: [CacheControl.fromString(cacheControl.hashedFiles)],
      // A page that was open before a deployment still loads its own scripts.
      prune: false,
    });
    const pages = new BucketDeployment(this, 'Pages', {
      destinationBucket: bucket,
      logGroup,
      // Later sources replace files of earlier ones.
      sources: [
        site,
        ...filesWithSiteUrl.map((file) =>
          Source.data(
            file.slice(1),
            readFileSync(join(directory, file), 'utf8').replaceAll(siteUrlPlaceholder, url),
          ),
        ),
        Source.jsonData(siteConfigPath.slice(1), config),
        Source.jsonData(openApiPath.slice(1), buildOpenApiDocument()),
      ],
      exclude: [hashedFiles],
      cacheControl: [CacheControl.fromString(cacheControl.others)],
    });
    // Pages refer to hashed files, so those are uploaded first.
    pages.node.addDependency(assets);
    this.#acknowledgeRole(assets.handlerRole, bucket);
  }

  /** Both deployments share one function of the library, which runs only while the stack is deployed. */
  #acknowledgeRole(role: IRole, bucket: IBucket): void {
    const handler = role.node.scope;
    if (!handler) throw new Error('The role of the deployment function has no function');
    const bucketArn = Stack.of(this).resolve(bucket.bucketArn);
    Validations.of(handler).acknowledge(
      {
        id: 'AwsSolutions-L1',
        reason: 'The library chooses the runtime of its own function.',
      },
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
        reason: 'The library’s own function: it writes its log.',
      },
      ...[
        'Action::s3:GetObject*',
        'Action::s3:GetBucket*',
        'Action::s3:List*',
        'Action::s3:DeleteObject*',
        'Action::s3:Abort*',
        'Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*',
        `Resource::<${bucketArn['Fn::GetAtt'][0]}.Arn>/*`,
      ].map((finding) => ({
        id: `AwsSolutions-IAM5[${finding}]`,
        reason: 'The library’s own grants: read the deployed assets, write the files of the site’s bucket.',
      })),
    );
  }
}
