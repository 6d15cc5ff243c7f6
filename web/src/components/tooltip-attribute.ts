/** An element with this attribute has a tooltip; the value is its text. */
export const tooltipAttribute = 'data-tooltip';
