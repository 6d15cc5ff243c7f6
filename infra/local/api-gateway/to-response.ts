import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** The HTTP response that API Gateway creates from a function's result (payload format 2.0). */
export const toResponse = (result: APIGatewayProxyStructuredResultV2): Response => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(result.headers ?? {})) headers.set(name, String(value));
  for (const cookie of result.cookies ?? []) headers.append('set-cookie', cookie);
  const status = result.statusCode ?? 200;
  const hasBody = result.body !== undefined && status !== 204;
  const body = hasBody ? Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8') : null;
  return new Response(body, { status, headers });
};
