/** Addresses of the pictures in the galleries, by id. The build replaces both lists: see .build/gallery-pictures.ts. */
export const SCENE_THUMBNAILS: Readonly<Record<string, string>> = {};
export const INSTRUMENT_PICTURES: Readonly<Record<string, string>> = {};
