/** An email ready to send, without its recipient. */
export interface RenderedEmail {
  /** One line. */
  readonly subject: string;
  readonly html: string;
  /** The same content for readers without HTML. */
  readonly text: string;
}
