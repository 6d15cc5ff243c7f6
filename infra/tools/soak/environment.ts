import { setTimeout as sleep } from 'node:timers/promises';
import type { SESClient } from '@aws-sdk/client-ses';
import { connectSes } from '#functions/lib/email/sending/ses-client';
import { localAws, startDatabase } from '../../local/dynamodb.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';

/** How long a transaction of a run holds its items, in which others conflict with it. */
const holdMs = 3;

/** The services that runs need, with faults injected. */
export interface Environment {
  /** Address of the engine, without faults. */
  readonly engine: string;
  readonly proxy: FaultProxy;
  readonly sink: MailSink;
  /** The mail client, as the mailer creates it. */
  readonly ses: SESClient;
  close(): Promise<void>;
}

/** Starts an engine behind the fault proxy, and points this process or thread to them. */
export const startEnvironment = async (): Promise<Environment> => {
  const database = await startDatabase();
  const [proxy, sink] = await Promise.all([
    startFaultProxy(database.endpoint, { hold: () => sleep(holdMs) }),
    startMailSink(),
  ]);
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
    AWS_ENDPOINT_URL_SES: sink.endpoint,
  });
  const ses = connectSes();
  return {
    engine: database.endpoint,
    proxy,
    sink,
    ses,
    close: async () => {
      ses.destroy();
      await Promise.all([proxy.stop(), sink.stop()]);
      await database.stop();
    },
  };
};
