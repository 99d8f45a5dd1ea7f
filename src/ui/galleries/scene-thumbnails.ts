/** Addresses of the scenes' thumbnails, by id. The build replaces this list: see .build/scene-thumbnails.ts. */
export const SCENE_THUMBNAILS: Readonly<Record<string, string>> = {};
