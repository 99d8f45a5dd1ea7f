import './inspector.css';
import type { Vec3 } from '../../../physics';
import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import { element, setText } from '../../controls/element';
import { type Theme, watchTheme } from '../../controls/media';
import { sizeOf } from '../../lab/extent';
import type { Lab } from '../../lab/lab';
import type { Instrument } from '../instrument';
import { formatEntry } from '../parts/numbers';
import { createParticleBox } from '../parts/particle-box';
import { type ArrowScale, arrowsOf, fitScale, lengthOf, type ParticleNow, partsOf, springsApart } from './force-arrows';
import { createForceTable, createSpringTable } from './force-tables';
import { createParticleEditor } from './particle-editor';

/** ms between two questions. */
const PERIOD = 50;
/** How near a particle must be to a press, CSS pixels: with a mouse or pen, and with a finger. */
const REACH = { fine: 16, touch: 24 };

/**
 * One particle: what acts on it, as arrows in the picture and as numbers with their formulas, and its pin, mass and
 * velocity, to be changed. It is the one that was pressed on last, or grabbed, or chosen, or whose number is typed.
 */
export function createInspector(lab: Lab): Instrument {
  const { view } = lab;
  const { status } = lab.frame;
  const first = status.held ?? lab.selection.particles[0] ?? status.particleCount - 1;
  const box = createParticleBox(first, 'Which particle, by its number; or press on one in the picture', take);
  const apart = element('input', {
    type: 'checkbox',
    title: 'An arrow for each spring, with the particle at its other end',
  });
  const editor = createParticleEditor(lab);
  const forces = createForceTable();
  const springs = createSpringTable(go);
  const words = element('p', { class: 'now' });
  const scaleWords = element('p', { class: 'now' });
  const parts = element('div', {}, editor.node, forces.node, scaleWords, springs.node);
  const node = element(
    'div',
    {},
    element(
      'div',
      { class: 'controls' },
      element('label', {}, 'Particle ', box.node),
      element('label', {}, apart, 'springs one by one'),
    ),
    words,
    parts,
  );

  let now: ParticleNow | null = null;
  let scale: ArrowScale | null = null;
  let theme: Theme = 'light';
  let asking = false;
  let closed = false;
  let asked: Frame | null = null;
  let last = Number.NEGATIVE_INFINITY;
  let held = status.held;
  let chosen = lab.selection.particles;
  let { generation } = lab.frame.structure;

  function go(particle: number): void {
    box.show(particle);
    take();
  }

  /** Another particle: its numbers come with the next frame. */
  function take(): void {
    now = null;
    asked = null;
    last = Number.NEGATIVE_INFINITY;
    scale = null;
    const particle = box.in(lab.frame);
    if (particle >= 0) editor.show(lab.frame, particle);
    mark();
  }

  function mark(): void {
    const particle = box.in(lab.frame);
    view.markParticles(particle >= 0 ? [particle] : []);
    if (particle < 0) view.setArrows([]);
  }

  function press(event: PointerEvent): void {
    if (event.button !== 0) return;
    const reach = event.pointerType === 'touch' ? REACH.touch : REACH.fine;
    const particle = view.particleAt(event.clientX, event.clientY, reach);
    if (particle >= 0) go(particle);
  }

  async function ask(particle: number): Promise<void> {
    asking = true;
    try {
      const answer = await lab.ask('inspect', { particle });
      if (!closed && box.in(lab.frame) === particle) now = answer;
    } catch (error) {
      // The particles have become others meanwhile; of all else one should know.
      if (!(error instanceof RangeError)) setText(words, messageOf(error));
    } finally {
      asking = false;
    }
  }

  /** Goes along with the hand, with what is chosen, and with another scene. */
  function keepUp({ status, structure }: Frame): void {
    if (structure.generation !== generation) {
      generation = structure.generation;
      go(Math.min(box.node.valueAsNumber || 0, status.particleCount - 1));
    }
    if (status.held !== null && status.held !== held) go(status.held);
    held = status.held;
    if (lab.selection.particles !== chosen) {
      if (lab.selection.particles.length > 0) go(lab.selection.particles[0]);
      else mark();
    }
    chosen = lab.selection.particles;
  }

  function drawArrows(frame: Frame): void {
    if (!now) return;
    const parts = partsOf(now, theme);
    const shown = apart.checked ? springsApart(now, parts) : parts;
    scale = fitScale(sizeOf(frame.positions), Math.max(...shown.map(({ force }) => lengthOf(force))), scale);
    const from = Array.from(frame.texels.subarray(4 * now.particle, 4 * now.particle + 3)) as Vec3;
    view.setArrows(scale ? arrowsOf(shown, scale, from) : []);
  }

  const forget = watchTheme((next) => {
    theme = next;
  });
  view.canvas.addEventListener('pointerdown', press);
  mark();

  return {
    node,
    follow(frame) {
      keepUp(frame);
      drawArrows(frame);
      const particle = box.in(frame);
      const time = performance.now();
      if (asking || particle < 0 || frame === asked || time - last < PERIOD) return;
      asked = frame;
      last = time;
      void ask(particle);
    },
    update(frame) {
      const particle = box.in(frame);
      parts.hidden = particle < 0;
      if (particle < 0) return setText(words, box.complaint(frame));
      editor.show(frame, particle);
      if (!now) return;
      forces.show(partsOf(now, theme));
      springs.show(now.springs);
      setText(words, tell(now));
      setText(scaleWords, scale ? `In the picture an arrow of ${scale.metres} m stands for ${scale.newtons} N.` : '');
    },
    dispose() {
      closed = true;
      forget();
      view.canvas.removeEventListener('pointerdown', press);
      view.setArrows([]);
      view.markParticles(lab.selection.particles);
    },
  };
}

function tell({ particle, position, acceleration, mass, springs }: ParticleNow): string {
  const vector = (v: Vec3) => `(${v.map(formatEntry).join(', ')})`;
  const count = `${springs.length} ${springs.length === 1 ? 'spring' : 'springs'}`;
  return (
    `Particle ${particle} at x = ${vector(position)} m, with ${count}. ` +
    `a\u00a0=\u00a0Σf\u00a0/\u00a0m = ${vector(acceleration)}\u00a0m/s², m\u00a0=\u00a0${formatEntry(mass)}\u00a0kg.`
  );
}
