/** Opens what writes a film in its format. */
import { FILM_FORMATS, type FilmPlan, type FilmWriter } from './film-plan';

/** @throws Error if the browser has no encoder for the format at this size */
export async function openWriter(plan: FilmPlan, canvas: OffscreenCanvas): Promise<FilmWriter> {
  const format = FILM_FORMATS[plan.format];
  if (format.codec !== null) return (await import('./video-writer')).openVideo(format, plan, canvas);
  const { openGif, openZip } = await import('./picture-writers');
  return plan.format === 'gif' ? openGif(plan, canvas) : openZip(plan, canvas);
}
