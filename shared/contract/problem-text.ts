/** The names of a text's `{name}` placeholders. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The values for the placeholders of a text. */
export type TextParams<Text extends string> = Record<Placeholders<Text>, string>;

/** A text with its placeholders filled. */
export const fillText = <Text extends string>(text: Text, params: TextParams<Text>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? String(Reflect.get(params, name)) : placeholder,
  );
