export { createBucketClient, isMissingObject, type BucketAccess } from './bucket-client.js';
