import { definePattern, type PatternConfig } from '@pandacss/dev';

const line = {
  properties: {
    direction: { type: 'property', value: 'flexDirection' },
    align: { type: 'property', value: 'alignItems' },
    justify: { type: 'property', value: 'justifyContent' },
    wrap: { type: 'property', value: 'flexWrap' },
    gap: { type: 'property', value: 'gap' },
  },
  transform: ({ direction, align, justify, wrap, ...style }) => ({
    display: 'flex',
    flexDirection: direction,
    alignItems: align,
    justifyContent: justify,
    flexWrap: wrap,
    ...style,
  }),
} as const satisfies PatternConfig;

export const patterns = {
  stack: definePattern({
    ...line,
    jsxName: 'Stack',
    defaultValues: { direction: 'column', gap: '2' },
  }),
  hstack: definePattern({
    ...line,
    jsxName: 'HStack',
    defaultValues: { direction: 'row', align: 'center', gap: '2' },
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
