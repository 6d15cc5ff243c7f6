import { Duration } from 'aws-cdk-lib';
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type IEventSourceDlq,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { duePartition } from '#functions/data/dynamo/keys/due-work';
import { entityAttribute, ownerIndex } from '#functions/data/dynamo/table-schema';
import type { ServiceFunction } from './service-function.ts';
import type { StreamSettings } from './stream-settings.ts';
import type { BookingTable } from './table.ts';

interface Feed {
  readonly fn: ServiceFunction;
  readonly table: BookingTable;
  readonly settings: StreamSettings;
  /** Where records go that could not be handled. */
  readonly onFailure: IEventSourceDlq;
}

/** Feeds a function from the table's stream. */
export const feedFromStream = (
  scope: Construct,
  id: string,
  { fn, table, settings, onFailure }: Feed,
): EventSourceMapping => {
  const { filter, dueEntities = [], batchSize, retryAttempts, maxRecordAgeSeconds } = settings;
  return new EventSourceMapping(scope, id, {
    target: fn.live,
    eventSourceArn: table.grantStreamRead(fn),
    startingPosition: StartingPosition.TRIM_HORIZON,
    filters: [
      FilterCriteria.filter({
        eventName: FilterRule.isEqual(filter.eventName),
        dynamodb: { NewImage: { [entityAttribute]: { S: FilterRule.or(...filter.entities) } } },
      }),
      ...dueEntities.map((entity) =>
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('MODIFY'),
          dynamodb: {
            NewImage: {
              [entityAttribute]: { S: FilterRule.isEqual(entity) },
              [ownerIndex.partitionKey]: { S: FilterRule.isEqual(duePartition.GSI1PK) },
            },
          },
        }),
      ),
    ],
    batchSize,
    retryAttempts,
    maxRecordAge: Duration.seconds(maxRecordAgeSeconds),
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    onFailure,
  });
};
