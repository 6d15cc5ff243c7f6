/**
 * Parts of an update that sets some attributes and removes others. Every name goes through a placeholder, since many
 * are reserved words of DynamoDB. Values are named `:set_…`, which leaves all other names to a condition.
 */
export const setAttributes = (values: Readonly<Record<string, unknown>>, remove: readonly string[] = []) => {
  const names = Object.keys(values);
  const removal = remove.length > 0 ? ` REMOVE ${remove.map((name) => `#${name}`).join(', ')}` : '';
  return {
    UpdateExpression: `SET ${names.map((name) => `#${name} = :set_${name}`).join(', ')}${removal}`,
    ExpressionAttributeNames: Object.fromEntries([...names, ...remove].map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`:set_${name}`, value]),
    ),
  };
};
