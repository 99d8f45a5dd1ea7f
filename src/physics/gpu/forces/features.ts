/** What the forces of a net consist of: the kernels are written for that. */
export interface NetFeatures {
  /** True if dampings differ from spring to spring, or a spring without stiffness has one. */
  readonly ownDampings: boolean;
  /** True if the air resists by area. */
  readonly airDrag: boolean;
  /** True if the surface resists bending by its rigidity or its damping; and true if by its damping. */
  readonly bending: boolean;
  readonly bendingDamping: boolean;
  /** Number of winds, and of other listed forces. */
  readonly winds: number;
  readonly listed: number;
  /** Number of obstacles. */
  readonly obstacles: number;
}

/** A net without anything else. */
export const SPRINGS_ALONE: NetFeatures = {
  ownDampings: false,
  airDrag: false,
  bending: false,
  bendingDamping: false,
  winds: 0,
  listed: 0,
  obstacles: 0,
};

/** When a kernel evaluates forces. */
export interface Moment {
  /** True at the start of a step: v ← v·e^(−hr) comes before it. */
  readonly decays: boolean;
  /** Time after the start of the step, in steps; absent: 0. */
  readonly c?: number;
  /** True for the end of the step, which the functions end_position and end_velocity of the kernel compute. */
  readonly isEnd?: boolean;
}
