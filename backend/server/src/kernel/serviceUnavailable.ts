/**
 * Another service could not be reached or failed: what it did is unknown until it is asked again. The message is for
 * whoever made the request, who may try again in a moment.
 */
export class ServiceUnavailable extends Error {
  override readonly name: string = 'ServiceUnavailable';
}
