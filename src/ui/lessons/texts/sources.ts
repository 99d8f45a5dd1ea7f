/** What lessons are made from: author and title, and the address where it is public. */
import type { Source } from '../lesson';

export const BAERENTZEN: Source = {
  author: 'J. A. Bærentzen, H. Aanæs',
  title: 'Signed Distance Computation Using the Angle Weighted Pseudonormal',
  href: 'https://doi.org/10.1109/TVCG.2005.49',
};
export const BARAFF_WITKIN: Source = {
  author: 'David Baraff, Andrew Witkin',
  title: 'Large Steps in Cloth Simulation',
  href: 'https://doi.org/10.1145/280814.280821',
};
export const BENDER: Source = {
  author: 'Jan Bender',
  title: 'Mass-Spring-Damper Model',
  href: 'https://learn.physics-simulation.org/examples/mass_spring_system.html',
};
export const BERGOU: Source = {
  author: 'Miklós Bergou, Max Wardetzky, David Harmon, Denis Zorin, Eitan Grinspun',
  title: 'A Quadratic Bending Model for Inextensible Surfaces',
  href: 'https://doi.org/10.2312/SGP/SGP06/227-230',
};
export const BOLKER_CRAPO: Source = {
  author: 'Ethan Bolker, Henry Crapo',
  title: 'How to Brace a One-Story Building',
  href: 'https://doi.org/10.1068/b040125',
};
export const BRIDSON: Source = {
  author: 'Robert Bridson, Ronald Fedkiw, John Anderson',
  title: 'Robust Treatment of Collisions, Contact and Friction for Cloth Animation',
  href: 'https://doi.org/10.1145/566654.566623',
};
export const CHENCINER: Source = {
  author: 'Alain Chenciner, Richard Montgomery',
  title: 'A remarkable periodic solution of the three-body problem in the case of equal masses',
  href: 'https://arxiv.org/abs/math/0011268',
};
export const CHOI: Source = { author: 'Min Gyu Choi', title: 'Static/Dynamic Deformation with Mass-Spring Systems' };
export const CUSICK: Source = { author: 'G. E. Cusick', title: 'The Measurement of Fabric Drape' };
export const GAUSS: Source = {
  author: 'Carl Friedrich Gauss',
  title: 'General Investigations of Curved Surfaces',
  href: 'https://www.gutenberg.org/ebooks/36856',
};
export const HAIRER: Source = {
  author: 'Ernst Hairer, Christian Lubich, Gerhard Wanner',
  title: 'Geometric Numerical Integration',
  href: 'https://doi.org/10.1007/3-540-30666-8',
};
export const HU: Source = { author: 'Jinlian Hu', title: 'Structure and Mechanics of Woven Fabrics' };
export const NISKANEN: Source = { author: 'Kaarlo Niskanen', title: 'Paper Physics' };
export const OBRIEN: Source = {
  author: 'James F. O’Brien, Jessica K. Hodgins',
  title: 'Graphical Modeling and Animation of Brittle Fracture',
  href: 'https://doi.org/10.1145/311535.311550',
};
export const PARTICLE_DYNAMICS: Source = { author: 'Lecture slides', title: 'Particle Dynamics' };
export const PEIRCE: Source = {
  author: 'Frederick Thomas Peirce',
  title: 'The Handle of Cloth as a Measurable Quantity',
  href: 'https://doi.org/10.1080/19447023008661529',
};
export const PROVOT: Source = {
  author: 'Xavier Provot',
  title: 'Deformation Constraints in a Mass-Spring Model to Describe Rigid Cloth Behavior',
  href: 'https://graphicsinterface.org/proceedings/gi1995/gi1995-17/',
};
export const SPRING_NOTES: Source = { author: 'Lecture notes', title: '3D Mass Spring System' };
export const TAICHI: Source = {
  author: 'The Taichi mass–spring demo',
  title: '物理模拟学习01: 质点弹簧系统',
  lang: 'zh-Hans',
};
