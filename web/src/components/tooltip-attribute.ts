/** An element with this attribute has a tooltip, which says what the attribute says. */
export const tooltipAttribute = 'data-tooltip';
