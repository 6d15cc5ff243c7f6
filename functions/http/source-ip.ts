import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * The address of the machine a request comes from, for counting only. CloudFront appends what it sees to
 * X-Forwarded-For, and API Gateway appends CloudFront: the last entry but one. Where nothing was in front of the API
 * there is no such entry, and the connection itself tells. Who calls the API past CloudFront can invent an entry, so
 * nothing but a count per source may depend on it.
 */
export const sourceIpOf = ({ headers, requestContext }: APIGatewayProxyEventV2): string => {
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-2) || requestContext.http.sourceIp;
};
