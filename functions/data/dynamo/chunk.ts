/** Splits a list into lists of at most `size`, in order. */
export const chunk = <Element>(list: readonly Element[], size: number): Element[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
