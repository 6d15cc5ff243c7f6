/**
 * Replaces the bounded cache for endpoints that the DynamoDB client discovers: no operation in use discovers one, and a
 * function has one endpoint, that of its region.
 */
// biome-ignore lint/style/noDefaultExport: the client imports it so
export default class EndpointMap extends Map<string, unknown> {
  constructor(_capacity: number) {
    super();
  }

  peek(key: string): unknown {
    return this.get(key);
  }
}
