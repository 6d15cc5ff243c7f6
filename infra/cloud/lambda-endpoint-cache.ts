/**
 * Stands in for the bounded cache in which the DynamoDB client would keep endpoints it discovers: no operation that the
 * product uses discovers one, and a function has one endpoint, that of its region.
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
