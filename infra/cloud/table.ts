import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { tableSchema } from '#functions/lib/dynamo/items';
import type { ServiceFunction } from './service-function.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * The one table. Each grant in `table-access/` lists exactly the requests that its function makes (a transaction is
 * authorised by the actions inside it) and sets the variable that names the table.
 */
export class BookingTable extends Construct {
  readonly name: string;
  readonly arn: string;
  readonly #streamArn: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const table = new TableV2(this, 'Table', {
      partitionKey: text(tableSchema.partitionKey),
      sortKey: text(tableSchema.sortKey),
      globalSecondaryIndexes: tableSchema.indexes.map((index) => ({
        indexName: index.name,
        partitionKey: text(index.partitionKey),
        sortKey: text(index.sortKey),
      })),
      billing: Billing.onDemand(),
      timeToLiveAttribute: tableSchema.timeToLiveAttribute,
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    if (!table.tableStreamArn) throw new Error('The table has no stream');
    this.name = table.tableName;
    this.arn = table.tableArn;
    this.#streamArn = table.tableStreamArn;
  }

  allowIn(fn: ServiceFunction, actions: readonly string[], partitions: readonly string[]): void {
    fn.allow({
      actions,
      resources: [this.arn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } },
    });
  }

  /** Lets a function be fed from the table's stream. @returns the stream's ARN */
  grantStreamRead(fn: ServiceFunction): string {
    fn.allow({
      actions: [
        'dynamodb:DescribeStream',
        'dynamodb:GetRecords',
        'dynamodb:GetShardIterator',
        'dynamodb:ListStreams',
      ],
      resources: [this.#streamArn],
    });
    return this.#streamArn;
  }
}
