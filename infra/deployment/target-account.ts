import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';
import type { Settings } from '../settings/settings-schema.ts';

/** What the shell says about the region, as the AWS commands read it. */
export type Shell = Readonly<Partial<Record<'AWS_REGION' | 'AWS_DEFAULT_REGION', string | undefined>>>;

/**
 * Why the credentials and the region of this shell are not those of a stage: a wrong profile would build an empty second
 * stage in another account.
 * @param sts has no effect but to say whose the credentials are
 * @returns one line each; empty if both are right. Errors of STS
 */
export const findForeignTarget = async (
  { stage, account, region }: Settings,
  sts: STSClient,
  { AWS_REGION, AWS_DEFAULT_REGION }: Shell,
): Promise<string[]> => {
  const { Account } = await sts.send(new GetCallerIdentityCommand({}));
  const named = AWS_REGION ?? AWS_DEFAULT_REGION ?? region;
  return [
    ...(Account === account
      ? []
      : [`the credentials are those of account ${Account}, and ${stage} is in account ${account}`]),
    ...(named === region ? [] : [`AWS_REGION is ${named}, and ${stage} is in ${region}`]),
  ];
};
