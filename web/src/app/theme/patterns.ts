import { definePattern } from '@pandacss/dev';

/** How boxes of a stack lie, by the names that Chakra gives the properties. */
const lineProperties = {
  direction: { type: 'property', value: 'flexDirection' },
  align: { type: 'property', value: 'alignItems' },
  justify: { type: 'property', value: 'justifyContent' },
  wrap: { type: 'property', value: 'flexWrap' },
  gap: { type: 'property', value: 'gap' },
} as const;

/** Chakra's layout components as Chakra defines them, which `components/ui/` renders. */
export const patterns = {
  stack: definePattern({
    jsxName: 'Stack',
    properties: lineProperties,
    defaultValues: { direction: 'column', gap: '2' },
    transform: ({ direction, align, justify, wrap, ...style }) => ({
      display: 'flex',
      flexDirection: direction,
      alignItems: align,
      justifyContent: justify,
      flexWrap: wrap,
      ...style,
    }),
  }),
  hstack: definePattern({
    jsxName: 'HStack',
    properties: lineProperties,
    defaultValues: { direction: 'row', align: 'center', gap: '2' },
    transform: ({ direction, align, justify, wrap, ...style }) => ({
      display: 'flex',
      flexDirection: direction,
      alignItems: align,
      justifyContent: justify,
      flexWrap: wrap,
      ...style,
    }),
  }),
  simpleGrid: definePattern({
    jsxName: 'SimpleGrid',
    properties: { columns: { type: 'number' }, gap: { type: 'property', value: 'gap' } },
    transform: ({ columns, ...style }, { map }) => ({
      display: 'grid',
      gridTemplateColumns: map(columns, (count) => `repeat(${count}, minmax(0, 1fr))`),
      ...style,
    }),
  }),
};
