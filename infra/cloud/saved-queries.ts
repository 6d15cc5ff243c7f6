import { Stack } from 'aws-cdk-lib';
import { CfnQueryDefinition, type LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { requestFailed, requestUnavailable } from '#functions/log';

/**
 * Names and texts of the queries. A problem's `request_id` is the id of the Lambda invocation: `requestId` in what the
 * function logs, `record.requestId` in Lambda's own lines, `function_request_id` in the gateway's log.
 */
const queries = {
  'What happened to a request': `fields @timestamp, @log, level, message.event, route, status, latency_ms, @message
| filter requestId = "REQUEST-ID" or record.requestId = "REQUEST-ID" or function_request_id = "REQUEST-ID"
| sort @timestamp`,
  'Failed requests': `fields @timestamp, @log, requestId, message.error, message.stack
| filter message.event in ["${requestFailed}", "${requestUnavailable}"]
| sort @timestamp desc`,
};

interface SavedQueriesProps {
  readonly logs: readonly LogGroup[];
}

/** Queries that CloudWatch Logs Insights lists under the name of the stack. */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, { logs }: SavedQueriesProps) {
    super(scope, id);
    for (const [name, queryString] of Object.entries(queries)) {
      new CfnQueryDefinition(this, name.replaceAll(' ', ''), {
        name: `${Stack.of(this).stackName}/${name}`,
        logGroupNames: logs.map(({ logGroupName }) => logGroupName),
        queryString,
      });
    }
  }
}
